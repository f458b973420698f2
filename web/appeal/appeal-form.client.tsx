import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { appeal, FileAppeal, type AppealDetail } from '../../contract/appeal.ts'
import { APPEAL_CONTENT_MAX, APPEAL_FILES_MAX, APPEAL_TITLE_MAX, appealOrigins, type AppealOrigin } from '../../contract/appeal/states.ts'
import { appealType } from '../../contract/appeal/types.ts'
import { call } from '../api.ts'
import { BigTypePicker } from '../kit/choose/big-type-picker.tsx'
import { RegionPicker } from '../kit/choose/region-picker.tsx'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import type { ControlProps } from '../kit/form/fields.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './appeal.module.css'
import { MarketLinksOf } from './market-links.tsx'
import { TitleInput } from './title-input.tsx'
import { dayOf, sentFiles } from './words.tsx'

const QrCode = lazyPart(() => import('../kit/qr-code.tsx').then((m) => m.default))

const tree = { key: 'appeal:types', load: () => call(appealType.tree, {}, { silent: true }) }
const TypePicker = (props: ControlProps) => <BigTypePicker {...props} source={tree} label="诉求类型" />
const StreetPicker = (props: ControlProps) => <RegionPicker {...props} aria-label="所在镇街" />
const fields = formFields(
  FileAppeal,
  { key: 'typeId', label: '诉求类型', as: TypePicker },
  { key: 'title', label: '标题', as: TitleInput, placeholder: '一句话说明要解决什么' },
  { key: 'content', label: '内容', kind: 'longText', maxLength: APPEAL_CONTENT_MAX, placeholder: '发生了什么、影响有多大、希望怎样解决' },
  { key: 'contact', label: '联系人', half: true, maxLength: 30 },
  { key: 'phone', label: '手机号', half: true, maxLength: 20, hint: '只用于办理本诉求，工作人员看到的是隐去中间四位的号码' },
  { key: 'streetId', label: '所在镇街（可不填）', as: StreetPicker },
  {
    key: 'files',
    label: '附件（可不填）',
    kind: 'documents',
    limit: APPEAL_FILES_MAX,
    hint: `合同、照片、文书等，最多 ${APPEAL_FILES_MAX} 个`,
  },
  { key: 'noPolicy', label: '没有找到合适的政策', kind: 'switch', hint: '会计入政策缺口清单（不含您的名称）；有了新政策会告诉您' },
  { key: 'publicFlag', label: '办结后可以公开', kind: 'switch', hint: '公开时不写企业和个人的名称，由工作人员整理后发布' },
)

interface Receipt {
  id: number
  appealNo: string | null
  deadline: string | null
}

/** Files an appeal, or files a returned one again; afterwards it shows the number and the promised day. */
export function AppealFormDrawer({
  start,
  policyId,
  about,
  from,
  onClose,
  onDone,
}: {
  start: AppealDetail | null
  /** the policy of the appeal, and the first text of its title */
  policyId?: number | null
  about?: string | null
  /** the consultation or declaration from which it is started */
  from?: { fromKind: AppealOrigin; fromId: number } | null
  onClose(): void
  onDone(): Promise<unknown>
}) {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const initial = start
    ? {
        typeId: start.typeId,
        title: start.title,
        content: start.content,
        contact: start.contact,
        phone: start.phone,
        streetId: start.streetId,
        files: start.files.map((file) => ({ ...file, exName: file.fileName })),
        publicFlag: start.publicFlag === 1,
        noPolicy: start.noPolicy,
      }
    : { publicFlag: false, noPolicy: false, ...(about ? { title: about.slice(0, APPEAL_TITLE_MAX) } : {}) }
  return (
    <FormDrawer title={receipt ? '诉求已提交' : start ? '补充后重新提交' : '提诉求'} open onClose={onClose} size={760}>
      {from && !receipt && <p className={css.note}>由{appealOrigins[from.fromKind]}转来，办理人会看到它是从哪里来的。</p>}
      {receipt ? (
        <Filed receipt={receipt} onClose={onClose} />
      ) : (
        <RecordForm
          schema={FileAppeal}
          fields={fields}
          initial={initial}
          submitText="提交诉求"
          draft={{ key: start ? `appeal:${start.id}` : 'appeal:new' }}
          onCancel={onClose}
          onSubmit={async ({ typeId, title, content, contact, phone, streetId, files, publicFlag, noPolicy }) => {
            const body = {
              ...(start ? { id: start.id, version: start.version } : {}),
              typeId,
              title,
              content,
              contact,
              phone,
              ...(streetId ? { streetId } : {}),
              files: sentFiles(files),
              publicFlag: publicFlag ? 1 : 0,
              noPolicy: noPolicy ? 1 : 0,
              ...((start?.policy?.id ?? policyId) ? { polInfoId: start?.policy?.id ?? policyId! } : {}),
              ...from,
              submit: true,
            }
            setReceipt(await call(appeal.save, { body }, { silent: true }))
            await onDone()
          }}
        />
      )}
    </FormDrawer>
  )
}

function Filed({ receipt, onClose }: { receipt: Receipt; onClose(): void }) {
  const address = `${location.origin}/work/myAppeal?id=${receipt.id}`
  return (
    <div className={css.stack} role="status">
      <p>
        编号 <strong className="num">{receipt.appealNo}</strong>，承诺 <strong className="num">{dayOf(receipt.deadline)}</strong> 前办结。
      </p>
      <p>受理、转办、答复和退回都会在消息中心告诉您，也可以随时在“我的诉求”查看进度、补充、催办和评价。</p>
      <p>
        <QrCode text={address} label="这件诉求的二维码" />
      </p>
      <p className="meta">{address}</p>
      <MarketLinksOf id={receipt.id} />
      <p>
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </p>
    </div>
  )
}

/** The form for an appeal that was returned. */
export function ReturnedForm({ id, onClose, onDone }: { id: number; onClose(): void; onDone(): Promise<unknown> }) {
  const found = useQuery({
    queryKey: ['appeal', 'form', id],
    queryFn: () => call(appeal.findById, { query: { id } }, { silent: true }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (found.error)
    return (
      <FormDrawer title="补充后重新提交" open onClose={onClose} size={760}>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </FormDrawer>
    )
  return found.data ? <AppealFormDrawer start={found.data} onClose={onClose} onDone={onDone} /> : null
}
