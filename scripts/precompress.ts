/**
 * Runs after the build: compressed copies of all assets, the version file, and the assets of earlier builds for pages that are still open.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const build = new URL('../build/', import.meta.url)
const assets = new URL('client/assets/', build)
const kept = new URL('kept/', build)
const KEEP_DAYS = 14

for (const name of readdirSync(assets)) {
  if (!/\.(js|css|svg|json|wasm)$/.test(name)) continue
  const file = new URL(name, assets)
  const bytes = readFileSync(file)
  if (bytes.length < 512) continue
  writeFileSync(new URL(`${name}.gz`, assets), gzipSync(bytes, { level: 9 }))
  writeFileSync(
    new URL(`${name}.br`, assets),
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  )
}

mkdirSync(kept, { recursive: true })
const now = new Date()
for (const name of readdirSync(assets)) {
  copyFileSync(new URL(name, assets), new URL(name, kept))
  utimesSync(new URL(name, kept), now, now)
}
for (const name of readdirSync(kept)) {
  if (now.getTime() - statSync(new URL(name, kept)).mtimeMs > KEEP_DAYS * 86_400_000) rmSync(new URL(name, kept))
}

// The browser compares this version with that of the route manifest with which it started (web/shell/new-version.ts).
const version = readdirSync(assets)
  .map((name) => /^manifest-([0-9a-z]+)\.js$/i.exec(name)?.[1])
  .find(Boolean)
if (!version) throw new Error('build/client/assets has no manifest')
writeFileSync(new URL('client/version.json', build), JSON.stringify({ version }))
if (!existsSync(new URL('server/index.js', build))) throw new Error('build/server/index.js is missing')
