import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Short class names of components: the same for the same file, and a kilobyte less to load.
const cssHash = ({ hash, filename, css }) => "s" + hash(filename?.replace(/^.*\/src\//, "") ?? css).slice(-4);

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
