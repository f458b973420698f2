import { appealDesk, EnterAppealForm } from '../../contract/appeal/desk.ts'
import { APPEAL_CONTENT_MAX, APPEAL_FILES_MAX, APPEAL_TITLE_MAX } from '../../contract/appeal/states.ts'
import { appealType } from '../../contract/appeal/types.ts'
import { call } from '../api.ts'
import { BigTypePicker } from '../kit/choose/big-type-picker.tsx'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import { dictionary } from '../kit/choose/option-sources.ts'
import { RegionPicker } from '../kit/choose/region-picker.tsx'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import type { ControlProps } from '../kit/form/fields.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { dayOf, sentFiles } from './words.tsx'

const tree = { key: 'appeal:types', load: () => call(appealType.tree, {}, { silent: true }) }
const TypePicker = (props: ControlProps) => <BigTypePicker {...props} source={tree} label="诉求类型" />
const StreetPicker = (props: ControlProps) => <RegionPicker {...props} aria-label="所在镇街" />
const fields = formFields(
  EnterAppealForm,
  { key: 'companyId', label: '企业', as: CompanySelect },
  {
    key: 'entrust',
    label: '委托方式',
    maxLength: 200,
    placeholder: '如：9 月 28 日来电，法定代表人口述',
    hint: '企业看得到，并会收到代为提交的通知',
  },
  { key: 'sourceType', label: '来源', kind: 'select', options: dictionary('appealSource') },
  { key: 'typeId', label: '诉求类型', as: TypePicker },
  { key: 'title', label: '标题', maxLength: APPEAL_TITLE_MAX },
  { key: 'content', label: '内容', kind: 'longText', maxLength: APPEAL_CONTENT_MAX },
  { key: 'contact', label: '联系人', half: true, maxLength: 30 },
  { key: 'phone', label: '手机号', half: true, maxLength: 20 },
  { key: 'streetId', label: '所在镇街（可不填）', as: StreetPicker },
  { key: 'files', label: '附件（可不填）', kind: 'documents', limit: APPEAL_FILES_MAX },
)

/** 代提: enters an appeal for a company that telephoned, wrote or was visited. */
export const EnterAppealDrawer = ({ onClose, onDone }: { onClose(): void; onDone(): Promise<unknown> }) => (
  <FormDrawer title="代企业提交诉求" open onClose={onClose} size={760}>
    <RecordForm
      schema={EnterAppealForm}
      fields={fields}
      submitText="提交诉求"
      draft={{ key: 'appeal:enter' }}
      onCancel={onClose}
      onSubmit={async ({ streetId, files, publicFlag: _public, noPolicy: _none, ...words }) => {
        const body = { ...words, ...(streetId ? { streetId } : {}), files: sentFiles(files) }
        const made = await call(appealDesk.enter, { body }, { silent: true })
        toast.success(`已提交 ${made.appealNo ?? ''}，承诺 ${dayOf(made.deadline)} 前办结`)
        onClose()
        await onDone()
      }}
    />
  </FormDrawer>
)
