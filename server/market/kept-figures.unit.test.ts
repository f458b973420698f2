import { expect, it } from 'vitest'
import { KeptFigures } from './kept-figures.ts'

const turn = () => new Promise((next) => setTimeout(next, 2))

it('a list has what it lacks counted one after another, and shows what is known meanwhile', async () => {
  const figures = new KeptFigures<number>()
  let [running, most, counted, fails] = [0, 0, 0, true]
  const load = (n: number) => async () => {
    most = Math.max(most, ++running)
    await turn()
    running--
    counted++
    if (n === 3 && fails) throw new Error('the database is away')
    return n + counted / 1000
  }
  const list = () => Array.from({ length: 20 }, (_, n) => figures.known(`owner ${n}`, load(n)))
  expect(list()).toEqual(Array.from({ length: 20 }))
  // Asked again while they are counted, nothing is counted twice.
  list()
  await expect.poll(() => list().filter((n) => n !== undefined).length).toBe(19)
  fails = false
  await expect.poll(() => list()[3]).toBeDefined()
  expect(most).toBe(1)

  const before = list()
  figures.changed()
  expect(list()).toEqual(before)
  await expect.poll(() => list().every((n, at) => n! > before[at]!)).toBe(true)
  expect(most).toBe(1)
  // Whoever asks for one by itself does not wait for the others.
  figures.changed()
  list()
  const own = await figures.get('owner 19', load(19))
  expect(own).toBeGreaterThan(before[19]!)
  expect(most).toBe(2)
})
