import { NEWS_FILES_MAX } from '../../contract/content/states.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { AttachmentsInput } from '../kit/upload/attachments-input.tsx'
import UploadField from '../kit/upload/upload-field.tsx'
import type { Uploaded } from '../kit/upload/upload-state.ts'

/** One stored picture; the value of the control is its key. */
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

/** The attachments of an article, at most NEWS_FILES_MAX. */
export const FilesInput = (props: ControlProps) => <AttachmentsInput {...props} limit={NEWS_FILES_MAX} />
