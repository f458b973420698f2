import { Button } from 'antd'
import { useState } from 'react'
import { files } from '../../contract/files.ts'
import { call } from '../api.ts'
import { useOffered } from '../kit/view-only.tsx'
import css from './ecall.module.css'

/** A recording, read only on request, because each reading is logged. */
export function Recording({ filePath }: { filePath: string }) {
  const offered = useOffered()
  const [url, setUrl] = useState<string | null>(null)
  const open = async () => {
    // The shared client shows the error.
    try {
      setUrl((await call(files.link, { query: { filePath } })).url)
    } catch {
      /* the call has shown its error */
    }
  }
  return (
    <div className={css.stack}>
      <h4>录音</h4>
      {url === null ? (
        <p>
          <Button {...offered} onClick={() => void open()}>
            收听录音
          </Button>{' '}
          <span className="meta">每次收听都会记入审计日志。</span>
        </p>
      ) : (
        // The content of a call is in its record; there is no other text for captions.
        <audio controls src={`${url}&inline=true`} aria-label="通话录音">
          <track kind="captions" />
        </audio>
      )}
    </div>
  )
}
