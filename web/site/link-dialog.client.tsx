import { Form } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { identity } from '../../contract/identity.ts'
import { effectiveTime, scheduledLinks } from '../../contract/scheduled/scheduled.ts'
import { linkDesk, linkPositions, SaveLink, type LinkPosition } from '../../contract/site/links.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { ScheduledNote } from '../kit/scheduled/scheduled-note.tsx'
import { whenField } from '../kit/scheduled/when-input.tsx'
import { whenSaved } from '../kit/scheduled/when-saved.ts'
import { toast } from '../toast.ts'
import { AddressInput } from './address-input.tsx'
import { waitsForItsScreen } from '../shell/shown-links.ts'
import type { LinkRow } from './link-row.ts'
import { MenuPreview } from './menu-preview.client.tsx'
import { behindLogIn } from './behind-log-in.ts'
import { changesIn, SaveEffect } from '../kit/form/save-effect.tsx'

const Typed = SaveLink.omit({ position: true, id: true, version: true }).extend({ effectiveTime: effectiveTime.optional() })
const fields = formFields(
  Typed,
  { key: 'name', label: '名称', maxLength: 20 },
  { key: 'url', label: '地址', as: AddressInput, hint: '站内页面按名称查找，其他网站写完整地址' },
  { key: 'desc', label: '说明（可不填）', maxLength: 100, hint: '停用的菜单把它显示给访客' },
  { key: 'hidden', label: '隐藏', kind: 'switch', half: true },
  { key: 'disabled', label: '停用（看得见，点不动）', kind: 'switch', half: true },
  { key: 'signed', label: '带签名打开', kind: 'switch', half: true, hint: '对方的域名须先在“平台管理”登记' },
  { key: 'eventLabel', label: '点击计入（可不填）', maxLength: 30, half: true },
  whenField,
)

const labels = { name: '名称', url: '地址', desc: '说明', hidden: '隐藏', disabled: '停用', signed: '带签名' }
const places = { menu: '顶部菜单（手机上是“菜单”）', quick: '页脚“快速链接”', gov: '页脚“政府网站”' } as const
type Typed = Partial<z.input<typeof Typed>>

function effectOf(known: LinkRow | null, position: LinkPosition, typed: Typed): string {
  const where = `所有公开页面的${places[position]}`
  const { lead, at } = whenSaved(typed)
  const warning = behindLogIn(typed)
  const changes = known ? changesIn(labels, known, typed) : ''
  if (known && !changes) return '还没有改动。'
  if (!typed.hidden && waitsForItsScreen({ position, url: typed.url?.trim() ?? '' }))
    return `${lead}公开页面先不显示它：它指向的页面还没有做好，做好后自动出现。`
  if (!known) return typed.hidden ? `${lead}先不显示；取消隐藏后才出现在公开页面。` : `${lead}${at}出现在${where}。${warning}`
  if (known.hidden && typed.hidden) return `${lead}${changes}。这一项隐藏着，公开页面不变。`
  return `${lead}${where}${at}改变：${changes}。${warning}`
}

interface Props {
  link: LinkRow | LinkPosition
  /** all entries, for the preview */
  all: readonly LinkRow[]
  onClose(): void
  onDone(): Promise<unknown>
}
/** Adds an entry to a menu or changes one; what visitors will see is shown before it is saved. */
export function LinkDialog({ link, all, onClose, onDone }: Props) {
  // After a conflict it is compared with what the other one saved.
  const [known, setKnown] = useState(typeof link === 'string' ? null : link)
  const position = typeof link === 'string' ? link : link.position
  const latest = async (id: number) => {
    const now = (await call(identity.links, { query: {} }, { silent: true })).find((one) => one.id === id)
    if (!now) throw new Error('the link is gone')
    setKnown(now)
    return { ...now }
  }
  return (
    <FormModal open title={known ? `编辑：${known.name}` : `新增${linkPositions[position]}`} onClose={onClose} width={760}>
      <ScheduledNote of={{ calls: scheduledLinks }} id={known?.id} />
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={known ? { ...known } : { hidden: false, disabled: false, signed: false }}
        draft={{ key: `siteLink:${known?.id ?? `new:${position}`}` }}
        effect={
          <>
            <SaveEffect say={(typed) => effectOf(known, position, typed)} />
            <Preview all={all} known={known} position={position} />
          </>
        }
        latest={known ? () => latest(known.id) : undefined}
        onCancel={onClose}
        onSubmit={async ({ name, url, desc, hidden, disabled, signed, eventLabel, effectiveTime: time }, typed) => {
          const of = known ? { id: known.id, version: Number(typed['version']) } : {}
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
          if (time) await call(scheduledLinks.save, { body: { ...body, effectiveTime: time } }, { silent: true })
          else await call(linkDesk.save, { body }, { silent: true })
          toast.success(time ? '已定时' : '已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

/** The menu as it would be with what is typed. */
function Preview({ all, known, position }: { all: readonly LinkRow[]; known: LinkRow | null; position: LinkPosition }) {
  const typed = Form.useWatch<Typed | undefined>([], Form.useFormInstance()) ?? {}
  const entry = {
    position,
    name: typed.name?.trim() || '（未填名称）',
    url: typed.url?.trim() || '/page/home?new',
    desc: typed.desc ?? '',
    hidden: typed.hidden === true,
    disabled: typed.disabled === true,
  }
  return <MenuPreview position={position} entries={known ? all.map((one) => (one.id === known.id ? entry : one)) : [...all, entry]} />
}
