import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { type Plugin, defineConfig } from "vitest/config";

const SOURCES = ["index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts", "src", "public"];

/** Every file under a path, in the order of its name's bytes; tests are no part of what is built. */
function files(path: string): string[] {
  if (!existsSync(path)) return [];
  const found = readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    return entry.isDirectory() ? files(inside) : [inside];
  });
  return found.filter((file) => !file.endsWith(".test.ts")).sort();
}

/** Writes `sources.txt`: the digest of the sources, so that a stale build is found where there is no Node. */
function sources(): Plugin {
  return {
    name: "sources",
    generateBundle() {
      const digest = createHash("sha256");
      const all = SOURCES.flatMap((one) => (one.includes(".") ? [one] : files(one)));
      for (const file of all) {
        const bytes = readFileSync(file);
        digest.update(`${file.replaceAll("\\", "/")} ${bytes.length}\n`).update(bytes);
      }
      this.emitFile({ type: "asset", fileName: "sources.txt", source: `${digest.digest("hex")}\n` });
    },
  };
}

// The built table is committed under the package: the same sources give the same bytes, and users need no Node.
export default defineConfig({
  plugins: [svelte(), sources()],
  base: "/",
  build: {
    outDir: "../src/tipover/table/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      experimental: { chunkModulesOrder: "module-id" }, // like beside like packs better
      // One file for what the pages share: many small ones pack worse. A language is a file of its own.
      output: {
        codeSplitting: { groups: [{ name: "shared", test: /node_modules|src\/(shared|lib\/(?!text\/))|text\/en/, minShareCount: 3 }] },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } } },
  // The tests keep nothing in modules that another would find: one program for all of them takes half the time.
  test: { include: ["src/**/*.test.ts"], isolate: false, pool: "threads" },
});
