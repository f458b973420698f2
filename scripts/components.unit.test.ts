import { expect, it } from 'vitest'
import { componentsIn } from './components.ts'

it('measures components by name, declared or wrapped, and no other functions', () => {
  const text = `export function Card() {
  return (
    <p />
  )
}
const Row = memo(({ a }) => (
  <p>{a}</p>
))
const help = () => {
  const Inner = () => <b />
  return Inner
}
`
  expect(componentsIn('a.tsx', text)).toEqual([
    { file: 'a.tsx', name: 'Card', lines: 5 },
    { file: 'a.tsx', name: 'Row', lines: 3 },
    { file: 'a.tsx', name: 'Inner', lines: 1 },
  ])
})
