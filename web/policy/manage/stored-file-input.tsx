import type { ControlProps } from '../../kit/form/fields.ts'
import type { Uploaded } from '../../kit/upload/upload-state.ts'
import UploadField from '../../kit/upload/upload-field.tsx'

/** One stored file as a form value: its key instead of the upload widget's file. */
export const StoredFileInput = (kind: 'file' | 'picture') =>
  function StoredFile({ value, onChange, ...props }: ControlProps) {
    const key = typeof value === 'string' ? value : ''
    const name = kind === 'picture' ? '图片' : '已上传的文件'
    return (
      <UploadField
        {...props}
        kind={kind}
        value={key ? [{ filePath: key, fileName: name, exName: name }] : []}
        onChange={(files) => onChange?.((files as Uploaded[])[0]?.filePath ?? '')}
      />
    )
  }
