// npm run -s spec-ids: ids of docs/spec-ids that the product uses and no test names (TSV: id, name, text). --strict fails when there is
// one.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const rowsOf = (name: string) =>
  read(`docs/spec-ids/${name}.tsv`)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [id: string, text: string])

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const files = globSync('{contract,server,web,e2e}/**/*.{ts,tsx}', { cwd: root })
const tested = new Set(files.filter(isTest).flatMap((file) => read(file).match(/\b[MKV]\d{3}\b/g) ?? []))
const declarations = ['contract/messages.ts', 'contract/constants.ts']
const sources = files
  .filter((file) => !isTest(file) && !declarations.includes(file))
  .map(read)
  .join('\n')
const words = new Set(sources.match(/[A-Za-z_$][\w$]*/g))

// A declaration has its id in the comment before its name (M001 … noWorkbench, K001 … UPLOAD_IMAGE_MAX_MB).
const declared = new Map(
  declarations.flatMap((file) =>
    [...read(file).matchAll(/\/\*\* ([MK]\d{3})[^*]*\*\/\s*(?:export const )?([A-Za-z_$][\w$]*)/g)].map(([, id, name]) => [id!, name!]),
  ),
)
/** A validation has no name of its own: it counts as used when a comment beside its rule names it. */
const named = new Set(sources.match(/\bV\d{3}\b/g))
/**
 * A text that occurs in the code without its name counts as used too, so that no use is missed. Short texts are ordinary words and do not
 * count.
 */
const ORDINARY = 4
const stands = (id: string, text: string) =>
  id.startsWith('M') && text.length > ORDINARY && [`'${text}'`, `>${text}<`].some((written) => sources.includes(written))
const isUsed = (id: string, text: string) => (id.startsWith('V') ? named.has(id) : words.has(declared.get(id) ?? '') || stands(id, text))

const all = ['messages', 'constants', 'validations'].flatMap(rowsOf)
const used = all.filter(([id, text]) => isUsed(id, text))
const untested = used.filter(([id]) => !tested.has(id))
for (const [id, text] of untested) console.log([id, declared.get(id) ?? '', text].join('\t'))
console.error(`${all.length} 条：已用 ${used.length}，有测试 ${used.length - untested.length}，缺测试 ${untested.length}`)
process.exit(process.argv.includes('--strict') && untested.length ? 1 : 0)
