import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type FieldChoice, SubjectChoice } from '../../rule/index.ts'
import type { Benefit } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

/**
 * An optional earlier figure; what it had reached counts as paid. `children`: further inputs when there is one; `fresh`: values set
 * together with it.
 */
export function Earlier({
  benefit,
  fields,
  set,
  fresh = {},
  children,
}: {
  benefit: Benefit
  fields: ReadonlyMap<string, FieldChoice>
  set(change: Partial<Record<keyof Benefit, unknown>>): void
  fresh?: Partial<Benefit>
  children?: ReactNode
}) {
  return (
    <>
      <span className={styles.caption}>此前已达到的水平</span>
      <SubjectChoice
        value={benefit.before}
        fields={fields}
        label="此前已达到的水平"
        placeholder="不比较（可空）"
        only="number"
        onChange={(before) => set({ before: before || undefined, ...fresh })}
      />
      {benefit.before !== undefined && (
        <>
          {children}
          <Button size="small" onClick={() => set({ before: undefined, pays: undefined })}>
            不比较此前水平
          </Button>
        </>
      )}
    </>
  )
}
