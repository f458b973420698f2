import type { FieldState } from '../form/index.ts'
import styles from './declare.module.css'

export interface Part {
  key: string
  title: string
  state: FieldState
  /** a reviewer asked for something here */
  noted?: boolean
}
const looks: Record<FieldState, { mark: string; word: string }> = {
  done: { mark: '✓', word: '已完成' },
  open: { mark: '◔', word: '进行中' },
  empty: { mark: '○', word: '未填写' },
  fault: { mark: '!', word: '需要修改' },
  ready: { mark: '›', word: '可以提交' },
  waiting: { mark: '○', word: '待填完' },
}

/** A part with a reviewer's note is not shown as 已完成; its own errors have priority. */
const isNoted = ({ noted, state }: Part) => noted === true && state !== 'fault'

/** 填报步骤 with the progress of each, as icon and word. */
export const TaskList = ({ parts, current, onGo }: { parts: readonly Part[]; current: string; onGo(key: string): void }) => (
  <nav aria-label="填报步骤">
    <ol className={styles.tasks}>
      {parts.map((p, i) => (
        <li key={p.key}>
          <button
            type="button"
            data-state={isNoted(p) ? 'fault' : p.state}
            aria-current={p.key === current ? 'step' : undefined}
            aria-controls={`part-${p.key}`}
            aria-expanded={p.key === current}
            onClick={() => onGo(p.key)}
          >
            <span>
              {i + 1} {p.title}
            </span>
            <span className={styles.mark}>
              <span aria-hidden="true">{isNoted(p) ? '!' : looks[p.state].mark}</span> {isNoted(p) ? '有补正意见' : looks[p.state].word}
            </span>
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
