import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qifu-watch-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Runs `script` as `npm run dev` does: under `--watch`, a thread first reports each file it reads to the main thread, before its own
 * messages.
 */
const watched = async (script: string, flags: string[] = []) => {
  const file = join(folder, 'run.mjs')
  await writeFile(file, script.replaceAll("import('./", `import('${process.cwd()}/`))
  return new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, file], { env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' } })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve(said) : reject(new Error(said))))
  })
}

it('the embedded database answers at once after opening, also while files are watched', async () => {
  const said = await watched(`
    const { openDatabase } = await import('./server/kernel/db/index.ts')
    const log = { info() {}, warn() {}, error() {}, fatal() {} }
    const { pool, close } = await openDatabase({ dataDir: ${JSON.stringify(folder)}, log })
    const { rows } = await pool.query('select 41 + 1 as n')
    console.log(rows[0].n)
    await close()`)
  expect(said.trim()).toBe('42')
}, 60_000)

it('compiled code of the embedded database is never freed, because that ends the process now and then', async () => {
  const said = await watched(
    `
    const { openDatabase } = await import('./server/kernel/db/index.ts')
    const log = { info() {}, warn() {}, error() {}, fatal() {} }
    const { pool, close } = await openDatabase({ dataDir: ${JSON.stringify(folder)}, log })
    await pool.query('create table t as select g, md5(g::text) as a from generate_series(1, 50000) g')
    for (let i = 0; i < 10; i++) await pool.query("select a, count(*) from t where a ~ '^[a-f]' group by 1 order by 2 desc, 1 limit 10")
    console.log('done')
    await close()`,
    ['--trace-wasm-code-gc'],
  )
  expect(said.trim()).toBe('done')
}, 60_000)

it('a sheet is complete when its writer reports it, also while files are watched', async () => {
  const path = join(folder, 'a.xlsx')
  await watched(`
    const { writeSheet } = await import('./server/kernel/sheet/write.ts')
    const writer = writeSheet(${JSON.stringify(path)}, { name: 'a', columns: [{ width: 10 }] })
    await writer.end()
    const { readFileSync } = await import('node:fs')
    if (readFileSync(${JSON.stringify(path)}).subarray(-22, -18).toString('latin1') !== 'PK\\x05\\x06') throw new Error('the file has no end yet')`)
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
}, 60_000)
