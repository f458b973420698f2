import { documents, SaveDocument, type PolicyDocument } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { PolicyChoice } from './policy-choice.tsx'
import { usePublishesAtOnce } from './review-words.ts'
import { StoredFileInput } from './stored-file-input.tsx'

const fields = formFields(
  SaveDocument,
  { key: 'filePath', label: '文件', as: StoredFileInput('file') },
  { key: 'fileName', label: '文件名称', maxLength: 200, hint: '企业下载时看到的名称' },
  { key: 'policyTitle', label: '政策标题', maxLength: 200 },
  { key: 'polInfoId', label: '所属政策', as: PolicyChoice, hint: '选定后随政策详情一起展示' },
  { key: 'docNo', label: '文号', maxLength: 200, half: true },
  { key: 'publishDate', label: '发文日期', kind: 'date', half: true },
)

const shownOf = ({ id, version, filePath, fileName, policyTitle, polInfoId: policyId, docNo, publishDate }: PolicyDocument) => ({
  id,
  version,
  filePath,
  fileName,
  policyTitle,
  polInfoId: policyId,
  docNo,
  publishDate,
})

/** Adds or changes a policy document. */
export function DocumentDialog({
  document,
  onClose,
  onDone,
}: {
  document: PolicyDocument | null
  onClose(): void
  onDone(): Promise<void>
}) {
  const atOnce = usePublishesAtOnce()
  return (
    <FormModal open title={document ? '编辑政策文件' : '新增政策文件'} onClose={onClose} width={640}>
      <RecordForm
        schema={SaveDocument}
        draft={document ? undefined : { key: 'policyDocument:new' }}
        fields={fields}
        initial={document ? shownOf(document) : {}}
        latest={document ? () => call(documents.findById, { query: { id: document.id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(document ? documents.edit : documents.save, { body: values }, { silent: true })
          toast.success(document ? '已保存' : `已新增，请${atOnce ? '发布' : '提交审核'}`)
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
