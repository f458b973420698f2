import type { CarriedNote } from '../../contract/declaration.ts'
import styles from './declare.module.css'

/** Notice that the form got a newer version while this draft was open: new questions, and answers that no longer fit. */
export function CarriedNotice({ note }: { note: CarriedNote | null }) {
  if (!note) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>
          申报表已由第 {note.from} 版更新为第 {note.to} 版
        </strong>
        ，已填写的内容已带入新版，请核对。
      </p>
      {note.added.length > 0 && <p>新增：{note.added.join('、')}</p>}
      {note.dropped.length > 0 && (
        <details open>
          <summary>以下内容在新版中没有对应的位置，未带入：</summary>
          <ul>
            {note.dropped.map((d) => (
              <li key={d.path}>
                {d.label}：{d.text || '无'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
