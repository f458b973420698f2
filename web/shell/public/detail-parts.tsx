import type { ReactNode } from 'react'
import { printPage } from '../../kit/print-page.ts'
import styles from './detail.module.css'

/** A block beside the text of a detail page. */
export const SideBlock = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={`card ${styles.side}`}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** 相关…: related things beside the text. Nothing when there are none. */
export const Related = ({ title, items }: { title: string; items: readonly { name: string; path: string }[] }) =>
  items.length > 0 && (
    <SideBlock title={title}>
      <ul>
        {items.map(({ name, path }) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </SideBlock>
  )

/** A public file; `note` is its size, number or date. */
export interface PublicFile {
  name: string
  /** its key, as `/files/download` takes it */
  filePath: string
  note?: string
}

/** The files of a detail page for download; null when there are none. */
export const filesBody = (files: readonly PublicFile[]): ReactNode =>
  files.length > 0 ? (
    <ul className={styles.files}>
      {files.map(({ name, filePath, note }) => (
        <li key={filePath}>
          <a href={`/files/download?filePath=${encodeURIComponent(filePath)}`}>{name}</a>
          {note && <span className="meta"> {note}</span>}
        </li>
      ))}
    </ul>
  ) : null

/** A public rich text; the server has cleaned it, and its pictures are public. */
export const richBody = (html: string): ReactNode => <div className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />

/** Prints the page; without scripts the button does nothing, and the browser's menu prints the same. */
export const PrintPage = () => (
  <button type="button" className="btn" onClick={() => void printPage()}>
    打印
  </button>
)
