import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { apart } from './own-process.ts'

const dir = await mkdtemp(join(tmpdir(), 'qifu-apart-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
let made = 0
async function* running(code: string, seconds = 20) {
  const path = join(dir, `${++made}.mjs`)
  await writeFile(
    path,
    `import { given, tell, over } from ${JSON.stringify(new URL('./own-process-side.ts', import.meta.url).href)}\n${code}`,
  )
  yield* apart<unknown>(pathToFileURL(path), { from: 2 }, seconds)
}
const all = async (told: AsyncIterable<unknown>) => {
  const list: unknown[] = []
  for await (const one of told) list.push(one)
  return list
}

it('yields its messages one after the other', async () => {
  expect(await all(running(`for (let n = given().from; n < 5; n++) await tell({ n }); over()`))).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
})
it('its caller survives when it fails, runs out of memory or never ends', { timeout: 60_000 }, async () => {
  await expect(all(running(`await tell(1); throw new Error('broken inside')`))).rejects.toMatchObject({ reason: 'broken' })
  // Adding lists to a list allocates memory in large steps, which a thread's heap limit would not survive.
  await expect(all(running(`const all = []; for (;;) all.push(Array.from({ length: 1e6 }, () => ({})))`))).rejects.toMatchObject({
    reason: 'broken',
  })
  await expect(all(running(`for (;;);`, 1))).rejects.toMatchObject({ reason: 'slow' })
})
it('does not count time without a processor', { timeout: 60_000 }, async () => {
  expect(await all(running(`await new Promise((go) => setTimeout(go, 3000)); await tell('awake'); over()`, 1))).toEqual(['awake'])
})
it('ends when nobody listens any more', async () => {
  const told = running(`for (;;) await tell(process.pid)`)
  const { value: pid } = (await told.next()) as { value: number }
  await told.return(undefined)
  await expect
    .poll(
      () => {
        try {
          return process.kill(pid, 0)
        } catch {
          return 'gone'
        }
      },
      { timeout: 10_000 },
    )
    .toBe('gone')
})
