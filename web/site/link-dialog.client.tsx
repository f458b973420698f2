import { linkDesk, linkPositions, SaveLink, type LinkPosition } from '../../contract/site/links.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import type { LinkRow } from './link-row.ts'

const Typed = SaveLink.omit({ position: true, id: true, version: true })
const fields = formFields(
  Typed,
  { key: 'name', label: '名称', maxLength: 20 },
  { key: 'url', label: '地址', maxLength: 300, hint: '站内页面写 /page/ 开头的地址，其他网站写完整地址' },
  { key: 'desc', label: '说明（可不填）', maxLength: 100, hint: '停用的菜单把它显示给访客' },
  { key: 'hidden', label: '隐藏', kind: 'switch', half: true },
  { key: 'disabled', label: '停用（看得见，点不动）', kind: 'switch', half: true },
  { key: 'signed', label: '带签名打开', kind: 'switch', half: true, hint: '对方的域名须先在“平台管理”登记' },
  { key: 'eventLabel', label: '点击计入（可不填）', maxLength: 30, half: true },
)

/** Adds an entry to a menu or changes one. */
export function LinkDialog({ link, onClose, onDone }: { link: LinkRow | LinkPosition; onClose(): void; onDone(): Promise<unknown> }) {
  const known = typeof link === 'string' ? null : link
  const position = typeof link === 'string' ? link : link.position
  return (
    <FormModal open title={known ? `编辑：${known.name}` : `新增${linkPositions[position]}`} onClose={onClose} width={600}>
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={known ? { ...known } : { hidden: false, disabled: false, signed: false }}
        draft={{ key: `siteLink:${known?.id ?? `new:${position}`}` }}
        onCancel={onClose}
        onSubmit={async ({ name, url, desc, hidden, disabled, signed, eventLabel }) => {
          const of = known ? { id: known.id, version: known.version } : {}
          const body = {
            ...of,
            position,
            name,
            url,
            desc: desc ?? '',
            hidden: hidden === true,
            disabled: disabled === true,
            signed: signed === true,
            eventLabel: eventLabel ?? '',
          }
          await call(linkDesk.save, { body }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
