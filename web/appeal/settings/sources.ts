import { appealType } from '../../../contract/appeal/types.ts'
import { call } from '../../api.ts'

const silent = { silent: true } as const
const optionsOf = (rows: readonly { id: number; label: string }[]) => rows.map(({ id, label }) => ({ value: id, label }))

export const bigTypes = {
  key: 'appeal:big-types',
  load: async () => optionsOf(await call(appealType.options, { query: { type: 'big' } }, silent)),
}
/** Main types, each followed by its subtypes. */
export const anyTypes = {
  key: 'appeal:any-types',
  load: async () =>
    (await call(appealType.tree, {}, silent)).flatMap((big) => [
      { value: big.id, label: big.name },
      ...big.children.map((small) => ({ value: small.id, label: `${big.name} / ${small.name}` })),
    ]),
}
