import { expect, it } from 'vitest'
import { viewEnded } from './view-ended.ts'

/** Answers one after the other, and the milliseconds that were waited between them. */
async function asked(...answers: boolean[]): Promise<{ ended: boolean; waited: number; left: number }> {
  const rest = [...answers]
  let waited = 0
  const ended = await viewEnded(
    async () => rest.shift()!,
    async (ms) => void (waited += ms),
  )
  return { ended, waited, left: rest.length }
}

it('a view goes on while the server says so, and is asked about once', async () => {
  expect(await asked(true, false)).toEqual({ ended: false, waited: 0, left: 1 })
})

// The first question of a view that has just begun may go to another process, which follows within a second.
it('a process that has not heard of the view yet does not end it', async () => {
  const { ended, waited } = await asked(false, true)
  expect(ended).toBe(false)
  expect(waited).toBeGreaterThan(1000)
})

it('has ended when the server says so twice; without an answer nothing is known', async () => {
  expect((await asked(false, false)).ended).toBe(true)
  await expect(viewEnded(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})
