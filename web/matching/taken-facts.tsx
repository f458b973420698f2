import { answered, type Sheet } from './answers.ts'
import styles from './calculator.module.css'

/** The facts that a search has put into the sheet, so that the visitor sees them; each can be removed. */
export function TakenFacts({ sheet, onChange }: { sheet: Sheet; onChange(next: Sheet): void }) {
  const { taken } = sheet
  if (taken.length === 0) return null
  return (
    <section aria-label="从搜索带入" className={styles.fromSearch}>
      <p className="meta">已按您搜索时说的填好，不再问；不对的可以去掉，再自己填：</p>
      <ul>
        {taken.map(({ key, label, text }) => (
          <li key={key} className="tag tag-info">
            {label} {text}
            <button
              type="button"
              aria-label={`去掉“${label} ${text}”`}
              onClick={() => onChange({ ...answered(sheet, key, undefined), taken: taken.filter((one) => one.key !== key) })}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
