import type { ControlProps } from '../../kit/form/fields.ts'
import type { Uploaded } from '../../kit/upload/upload-state.ts'
import UploadField from '../../kit/upload/upload-field.tsx'

interface Attachment {
  fileId: string
  fileName?: string
}

/** The attachments of a policy as a form's value; twenty at most, as the platform takes them. */
export const AttachmentsInput = ({ value, onChange, ...props }: ControlProps) => (
  <UploadField
    {...props}
    aria-label="附件"
    kind="documents"
    limit={20}
    value={((value ?? []) as Attachment[]).map(({ fileId, fileName = '附件' }) => ({ filePath: fileId, fileName, exName: fileName }))}
    onChange={(files) => onChange?.((files as Uploaded[]).map(({ filePath, fileName }) => ({ fileId: filePath, fileName })))}
  />
)
