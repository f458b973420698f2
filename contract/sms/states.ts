import { codes } from '../codes.ts'

/** Labels of text messages. No schemas, because the browser imports this file. */
export const smsTemplateCodes = codes({
  draft: { code: 0, label: '草稿', tone: 'off' },
  waiting: { code: 1, label: '待审核', tone: 'waiting' },
  enabled: { code: 2, label: '已启用', tone: 'done' },
  refused: { code: 3, label: '审核未通过', tone: 'refused' },
  stopped: { code: 4, label: '停用', tone: 'off' },
})
/** 0–3 are those of S245; the others are ours. */
export const smsSendCodes = codes({
  planned: { code: 0, label: '待发送', tone: 'waiting' },
  running: { code: 1, label: '发送中', tone: 'running' },
  done: { code: 2, label: '已发送', tone: 'done' },
  partly: { code: 3, label: '部分失败', tone: 'urgent' },
  review: { code: 4, label: '待复核', tone: 'waiting' },
  refused: { code: 5, label: '已驳回', tone: 'refused' },
  aborted: { code: 6, label: '已中止', tone: 'off' },
  draft: { code: 7, label: '草稿', tone: 'off' },
})
/** States of one message to one number. */
export const smsMessageCodes = codes({
  queued: { code: 0, label: '排队', tone: 'waiting' },
  submitted: { code: 1, label: '已提交', tone: 'running' },
  delivered: { code: 2, label: '已送达', tone: 'done' },
  failed: { code: 3, label: '失败', tone: 'refused' },
  unknown: { code: 4, label: '结果未知', tone: 'urgent' },
  skipped: { code: 5, label: '跳过', tone: 'off' },
})

export const smsPurposes = { notice: '通知', promotion: '推广' } as const
export type SmsPurpose = keyof typeof smsPurposes
export const smsPurposeKeys = Object.keys(smsPurposes) as [SmsPurpose, ...SmsPurpose[]]

/** Reasons why a recipient gets no message. */
export const smsSkips = {
  none: '没有号码',
  malformed: '号码格式错误',
  twice: '重复的号码',
  shared: '与其他企业号码相同',
  out: '已退订',
  consent: '未同意接收推广',
  unbound: '号码已不属于该企业',
  withdrawn: '企业已撤回档案授权',
  limit: '该号码当日已达上限',
  aborted: '任务已中止',
} as const
export type SmsSkip = keyof typeof smsSkips

/**
 * Placeholders of a text, `{企业名称}`; the first two are filled for each recipient, the others once for all. The key is the name at the
 * providers.
 */
export const smsPlaces = {
  企业名称: 'companyName',
  姓名: 'contactName',
  事项: 'subject',
  日期: 'day',
  时间: 'time',
  地点: 'place',
  部门: 'office',
  电话: 'phone',
} as const
export type SmsPlace = keyof typeof smsPlaces
export const smsOwnPlaces: readonly string[] = ['企业名称', '姓名']
export const isSmsPlace = (name: string): name is SmsPlace => Object.hasOwn(smsPlaces, name)
/** The placeholders of a text, in order, each once, including unknown ones. */
export const placesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(/\{([^{}]{1,20})\}/g), ([, name]) => name!))]

export const SMS_CONTENT_MAX = 500
export const SMS_VALUE_MAX = 40
export const SMS_PHONES_MAX = 5000
/** Carriers count a message of at most 70 characters as one, a longer one in parts of 67; the signature counts. */
export const segmentsOf = (text: string): number => {
  const length = charactersIn(text)
  return length <= 70 ? 1 : Math.ceil(length / 67)
}
/** Characters beyond the basic plane count as one. */
export const charactersIn = (text: string): number => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
/** The end of every promotion. */
export const SMS_WAY_OUT = '回T退订'

export const smsTemplateMoves = ['change', 'submit', 'approve', 'refuse', 'retire', 'enable', 'replace', 'delete'] as const
export type SmsTemplateMove = (typeof smsTemplateMoves)[number]
export const smsSendMoves = [
  'change',
  'submit',
  'approve',
  'refuse',
  'launch',
  'complete',
  'endPartly',
  'abort',
  'retry',
  'failLate',
  'settle',
  'delete',
] as const
export type SmsSendMove = (typeof smsSendMoves)[number]

/** The most that each limit may be set to. Those of codes and of a number are the numbers of M-01: they can only be made stricter. */
export const smsLimitMost = {
  daily: 10_000_000,
  monthly: 100_000_000,
  phoneDay: 10,
  codeHour: 5,
  codeDay: 10,
  codeSource: 20,
  codeAccount: 10,
} as const
/** Providers between which messages to many are shared. */
export const smsShares = { aliyun: '阿里云', tencent: '腾讯云', gateway: '短信网关' } as const
export const smsShareNames = ['aliyun', 'tencent', 'gateway'] as const
