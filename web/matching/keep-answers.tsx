import { useEffect, useState } from 'react'
import { forgetSheet, isKept, keepSheet, type Sheet } from './answers.ts'
import styles from './calculator.module.css'

/** A check box that keeps the answers after the tab is closed. */
export function KeepAnswers({ sheet }: { sheet: Sheet }) {
  const [kept, setKept] = useState(false)
  useEffect(() => setKept(isKept()), [])
  return (
    <p className={`meta ${styles.kept}`}>
      <label>
        <input
          type="checkbox"
          checked={kept}
          onChange={(e) => {
            if (e.target.checked) keepSheet(sheet)
            else forgetSheet()
            setKept(e.target.checked)
          }}
        />{' '}
        关闭页面后仍保留答案（只在本机，30 天；公用电脑请勿勾选）
      </label>
    </p>
  )
}
