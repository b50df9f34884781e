// What a table needs now and then, loaded together: each alone would be more imports than program.

export { default as Coach } from "./Coach.svelte";
export { default as DrillNote } from "./DrillNote.svelte";
export { default as EndPanel } from "./EndPanel.svelte";
export { default as HandOver } from "./HandOver.svelte";
export { default as Picks } from "./Picks.svelte";
export { default as Scrubber } from "./Scrubber.svelte";
export { default as Orders } from "./company/Orders.svelte";
export { default as WatchNote } from "./company/WatchNote.svelte";
export { default as Bow } from "./stage/Bow.svelte";
