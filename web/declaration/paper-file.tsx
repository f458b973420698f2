import { useState } from 'react'
import type { ControlProps } from '../kit/form/fields.ts'
import type { Uploaded } from '../kit/upload/upload-state.ts'
import { Uploader } from '../kit/upload/uploader.tsx'

/** The one file of a paper, as its key. */
export function PaperFile({ id, value, onChange }: ControlProps) {
  const [files, setFiles] = useState<Uploaded[]>([])
  return (
    <>
      {typeof value === 'string' && value !== '' && files.length === 0 && <p>已有文件，重新上传后替换。</p>}
      <Uploader
        kind="document"
        {...(id ? { id } : {})}
        label="文件"
        value={files}
        onChange={(list) => {
          setFiles(list)
          if (list[0]) onChange?.(list[0].filePath)
        }}
        rule={{ limit: 1 }}
      />
    </>
  )
}
