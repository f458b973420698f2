import type { DirectListRow, DirectObjection, MyDirectRow } from '../../contract/direct.ts'
import { directListCodes, directListLabels, directRowCodes, directRowLabels } from '../../contract/direct/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Tone } from '../kit/form/fields.ts'

const over = (publicTo: string | null, today: string) => publicTo !== null && today > publicTo
/**
 * Name and tone of a list's state. The publicity ends by its date, but the state changes only when staff close the list; between the two
 * the list is no longer public.
 */
export function listStanding(l: Pick<DirectListRow, 'state' | 'publicTo'>, today: string): { name: string; tone: Tone } {
  return l.state === 'announced' && over(l.publicTo, today)
    ? { name: '公示期满', tone: 'waiting' }
    : { name: directListLabels[l.state], tone: directListCodes.tones[l.state] }
}
export const rowTones = directRowCodes.tones
export const moveWords: Readonly<Record<string, string>> = {
  change: '修改设置',
  run: '开始生成名单',
  freeze: '生成名单',
  exclude: '剔除企业',
  restore: '恢复企业',
  reopen: '退回草稿',
  submit: '提交确认',
  withdraw: '撤回提交',
  return: '退回',
  confirm: '确认并公示',
  cancel: '终止',
  close: '结束公示',
  handOver: '移交补贴',
}
/** The next step as a sentence. */
export function nextStep(d: Pick<DirectListRow, 'state' | 'publicTo' | 'openObjections'>, today: string): string {
  switch (d.state) {
    case 'draft':
      return '先试算看家数与金额，再生成名单；生成后规则与依据冻结。'
    case 'frozen':
      return '核对名单，可剔除个别企业并写明原因，然后提交确认。'
    case 'confirming':
      return '等待领导确认；确认后告知企业，开始公示。'
    case 'announced':
      if (d.openObjections > 0) return `公示至 ${d.publicTo}；有 ${d.openObjections} 件异议待答复。`
      return over(d.publicTo, today) ? `公示已于 ${d.publicTo} 期满，可以结束公示。` : `公示至 ${d.publicTo}，企业确认意愿，可提出异议。`
    case 'closed':
      return '可以把已确认的企业移交为补贴，每家一笔。'
    case 'done':
      return '已确认的企业已移交为补贴，在“补贴管理”中登记拨付。'
    case 'cancelled':
      return '名单已终止，不再办理。'
  }
}
export const shanghaiToday = () => shanghaiDay(Date.now())

/** The state and next step of one's own row, in plain words. */
export function mine(r: Pick<MyDirectRow, 'state' | 'listState' | 'publicTo'>): { name: string; next: string } {
  if (r.listState === 'cancelled') return { name: '名单已终止', next: '本名单不再办理。' }
  const next: Record<MyDirectRow['state'], string> = {
    listed:
      r.listState !== 'announced'
        ? '等待处理。'
        : shanghaiToday() > r.publicTo
          ? '公示期已满，请尽快确认意愿并填写收款账户；部门结束公示后不能再确认。'
          : `请在 ${r.publicTo} 前确认意愿并填写收款账户，不需要提交材料；金额不对的，可以提出异议。`,
    excluded: '本企业已从名单中剔除，公示期内可以提出异议。',
    replaced: '金额已更正，以更正后的一条为准。',
    consented:
      r.listState === 'announced' && shanghaiToday() <= r.publicTo
        ? `公示至 ${r.publicTo}，期满后移交拨付。`
        : '公示期已满，等待移交拨付。',
    declined: r.listState === 'announced' ? '名单结束公示前可以改为确认。' : '本企业放弃了本次补贴。',
    lapsed: '公示结束时没有确认，本次不再发放。',
    held: '移交时遇到问题，部门正在处理。',
    handed: '已登记为补贴，等待拨付资金。',
  }
  return { name: directRowLabels[r.state], next: next[r.state] }
}

/** The subject of an objection. */
export const aboutOf = (o: Pick<DirectObjection, 'rowId' | 'own' | 'targetName'>): string =>
  o.rowId === null ? '本企业未列入' : o.own ? '本企业的金额' : (o.targetName ?? '名单中的企业')

/** Names of a list's tables, used to refresh them. */
export const objectionsList = (id: number) => `directObjections${id}`
export const rowsList = (id: number) => `directRows${id}`
