import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seededOnce } from './seeded.ts'
import { openStage } from './stage.ts'

/** Ids of the processes whose environment names the folder. */
const startedOn = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}`)
      } catch {
        return false
      }
    })
/** Whether a process exists; signal 0 only checks that. */
const lives = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a stage that is cleaned up during a start leaves neither the process nor the folder, and starts nothing afterwards', async () => {
  const seeded = seededOnce()
  const stage = await openStage('short', () => {}, seeded)
  const dataDir = join(stage.dir, 'data')
  mkdirSync(dataDir)
  const starting = stage.app({ engine: 'pglite', dataDir }).then(
    () => 'started',
    (error: Error) => error.message,
  )
  await expect.poll(() => startedOn(dataDir), { timeout: 10_000 }).toHaveLength(1)
  const ours = startedOn(dataDir)
  await stage.cleanup()
  expect(await starting).not.toBe('started')
  expect(ours.filter(lives)).toEqual([])
  expect(existsSync(stage.dir)).toBe(false)
  await expect(stage.app({ engine: 'pglite', dataDir })).rejects.toThrow('closed')
  await seeded.remove()
})
