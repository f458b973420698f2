/** Codes of subscriptions with their labels. No schemas. */
export const digestFrequencies = ['now', 'daily', 'weekly', 'off'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]
export const digestFrequencyLabels: Record<DigestFrequency, string> = {
  now: '有新政策就告诉我',
  daily: '每天一次',
  weekly: '每周一次（周一）',
  off: '不推送',
}
export const closingDayChoices = [30, 15, 7, 3, 1] as const
export type ClosingDays = (typeof closingDayChoices)[number]
/** entities.tsv PolicyEvaluation.content */
export const EVALUATION_MAX = 300
export const SEARCHES_MAX = 20
export const defaultFollowSetting: { frequency: DigestFrequency; closingDays: ClosingDays[]; changes: boolean } = {
  frequency: 'daily',
  closingDays: [7, 1],
  changes: true,
}
