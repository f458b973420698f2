import type { ControlProps } from '../kit/form/fields.ts'
import UploadField from '../kit/upload/upload-field.tsx'
import type { Uploaded } from '../kit/upload/upload-state.ts'

/** One stored picture as a form's value: its key. */
export function PictureInput({ value, onChange, ...props }: ControlProps) {
  const key = typeof value === 'string' ? value : ''
  return (
    <UploadField
      {...props}
      kind="picture"
      value={key ? [{ filePath: key, fileName: '图片', exName: '图片' }] : []}
      onChange={(files) => onChange?.((files as Uploaded[])[0]?.filePath ?? '')}
    />
  )
}

interface Attachment {
  fileId: string
  fileName?: string
}
/** Attachments as a form's value. */
export const FilesInput = ({ value, onChange, ...props }: ControlProps) => (
  <UploadField
    {...props}
    aria-label="附件"
    kind="documents"
    limit={10}
    value={((value ?? []) as Attachment[]).map(({ fileId, fileName = '附件' }) => ({ filePath: fileId, fileName, exName: fileName }))}
    onChange={(files) => onChange?.((files as Uploaded[]).map(({ filePath, fileName }) => ({ fileId: filePath, fileName })))}
  />
)
