import { Button, Modal } from 'antd'
import { use, useEffect, useState } from 'react'
import { saveBlob } from '../../api.ts'
import { storedFile } from '../../kit/upload/stored-file.ts'
import { useOffered } from '../../kit/view-only.tsx'
import { addressOf, PaperPlace, shownAs, type PaperFile, type ShownPaper } from './paper-place.ts'
import css from './review.module.css'

export const Paper = ({ paper: { fileName, kind, url } }: { paper: ShownPaper }) =>
  kind === 'picture' ? (
    <img src={url} alt={fileName} className={css.preview} />
  ) : (
    <iframe src={`${url}#navpanes=0&view=FitH`} title={fileName} className={css.previewFrame} />
  )

/**
 * Preview (pictures, PDF) and download of a submitted file; at the desk beside the form, elsewhere over the page. The file is fetched with
 * the user's rights, and each read is audited.
 */
export function FileLinks({ file }: { file: PaperFile }) {
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const kind = shownAs(file.fileName)
  const place = use(PaperPlace)
  const offered = useOffered()
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  const fetched = async (use: (answer: { blob: Blob; fileName: string }) => void) => {
    setBusy(true)
    // The shared client has shown a refusal.
    try {
      use(await storedFile(file.filePath))
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={css.fileLinks} data-print="hide">
      {kind && (
        <Button
          type="link"
          size="small"
          disabled={busy}
          {...offered}
          aria-label={`预览：${file.fileName}`}
          onClick={() => (place ? place(file) : void fetched(({ blob }) => setUrl(addressOf(blob, kind))))}
        >
          预览
        </Button>
      )}
      <Button
        type="link"
        size="small"
        disabled={busy}
        {...offered}
        aria-label={`下载：${file.fileName}`}
        onClick={() => void fetched((answer) => saveBlob({ ...answer, fileName: file.fileName }))}
      >
        下载
      </Button>
      <Modal
        title={file.fileName}
        open={url !== null}
        onCancel={() => setUrl(null)}
        footer={null}
        width="min(1000px, calc(100vw - 32px))"
        destroyOnHidden
      >
        {url && kind && <Paper paper={{ fileName: file.fileName, kind, url }} />}
      </Modal>
    </span>
  )
}
