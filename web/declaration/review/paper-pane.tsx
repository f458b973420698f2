import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { readFailure } from '../../kit/failure.ts'
import { storedFile } from '../../kit/upload/stored-file.ts'
import { FileLinks, Paper } from './file-links.tsx'
import { addressOf, PaperPlace, shownAs, type PaperFile } from './paper-place.ts'
import css from './review.module.css'
import { paperKey } from '../../kit/table/step-keys.ts'

/** One of the submitted papers, beside the form; the previous and next are a click or a bracket key away. */
export function PaperPane({
  papers,
  file,
  onOpen,
  onClose,
}: {
  papers: readonly PaperFile[]
  file: PaperFile
  onOpen: (file: PaperFile) => void
  onClose: () => void
}) {
  const at = papers.findIndex(({ filePath }) => filePath === file.filePath)
  const [before, after] = [papers[at - 1], papers[at + 1]]
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const to = paperKey(e, document.activeElement)
      const next = to === 'before' ? before : to === 'after' ? after : undefined
      if (!next || document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])')) return
      e.preventDefault()
      onOpen(next)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <section className={css.paper} aria-label={`材料：${file.fileName}`} data-print="hide">
      <header className={css.paperHead}>
        <h2>{file.fileName}</h2>
        <Button disabled={!before} onClick={() => before && onOpen(before)} aria-keyshortcuts="[">
          上一份
        </Button>
        <span className={`${css.note} num`}>
          {at + 1} / {papers.length}
        </span>
        <Button disabled={!after} onClick={() => after && onOpen(after)} aria-keyshortcuts="]">
          下一份
        </Button>
        <Button onClick={onClose}>关闭材料</Button>
      </header>
      <Fetched key={file.filePath} file={file} />
    </section>
  )
}

/** The loaded file; a file that browsers cannot show is downloaded. */
function Fetched({ file }: { file: PaperFile }) {
  const kind = shownAs(file.fileName)
  const [url, setUrl] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!kind) return
    let made: string | null = null
    let gone = false
    setFailure(null)
    storedFile(file.filePath).then(
      ({ blob }) => {
        if (gone) return
        made = addressOf(blob, kind)
        setUrl(made)
      },
      (error: unknown) => {
        if (!gone) setFailure(readFailure(error).message)
      },
    )
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file.filePath, kind, attempt])
  if (!kind)
    return (
      <div className={css.note}>
        <p>这种格式不能在页面上查看。</p>
        <PaperPlace value={null}>
          <FileLinks file={file} />
        </PaperPlace>
      </div>
    )
  if (failure !== null)
    return (
      <div role="alert">
        <p>{failure}</p>
        <Button onClick={() => setAttempt(attempt + 1)}>重试</Button>
      </div>
    )
  return url === null ? (
    <p role="status" className={css.note}>
      正在加载…
    </p>
  ) : (
    <Paper paper={{ fileName: file.fileName, kind, url }} />
  )
}
