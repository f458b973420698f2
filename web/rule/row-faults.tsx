import { createContext, use, type ReactNode } from 'react'
import styles from './condition-editor.module.css'

/** An error at a place of the rule. */
export interface Fault {
  path: string
  message: string
}
const OF_A_PART = /^\.(?:(?:all|any|of)\[|not\b)/

/** What is said below the rows of a rule: errors by place, and content at a place. A context, because they change without the rows. */
export const RowNotes = createContext<{ faults: readonly Fault[]; under: ((place: string) => ReactNode) | undefined }>({
  faults: [],
  under: undefined,
})

/** Errors and notes of one row; errors of a group's parts are shown at the parts. */
export function RowFaults({ at, leaf }: { at: string; leaf: boolean }) {
  const { faults, under } = use(RowNotes)
  const own = faults.filter(({ path }) => {
    const rest = path.startsWith(at) ? path.slice(at.length) : null
    return rest === '' || (rest?.startsWith('.') === true && (leaf || !OF_A_PART.test(rest)))
  })
  return (
    <>
      {own.map((fault) => (
        <p key={fault.path + fault.message} role="alert" className={styles.fault}>
          {fault.message}
        </p>
      ))}
      {under?.(at)}
    </>
  )
}
