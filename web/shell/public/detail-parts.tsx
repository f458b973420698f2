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

/** 相关…: other things of the kind, beside the text. Nothing when there is none. */
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

/** A file that everybody may have; `note` is its size, number or day. */
export interface PublicFile {
  name: string
  /** its key, as `/files/download` takes it */
  filePath: string
  note?: string
}

/** Files of a detail page to download; the body of a section, null when there is none. */
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

/** A rich text that everybody may read; it was cleaned by the server, and its pictures are public. */
export const richBody = (html: string): ReactNode => <div className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />

/** Prints the page; without script the button does nothing, and the browser's own menu prints the same. */
export const PrintPage = () => (
  <button type="button" className="btn" onClick={() => void printPage()}>
    打印
  </button>
)
