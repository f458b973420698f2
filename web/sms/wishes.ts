/** What the owner of a number can wish, as the screens name it; codes are sent in any case. */
export const wishes = {
  all: { label: '接收通知和推广', noticeFlag: 1, promotionFlag: 1 },
  notice: { label: '只接收通知', noticeFlag: 1, promotionFlag: 0 },
  none: { label: '全部退订（验证码除外）', noticeFlag: 0, promotionFlag: 0 },
} as const
export type Wish = keyof typeof wishes
export const wishKeys = Object.keys(wishes) as [Wish, ...Wish[]]

export const wishOf = ({ noticeFlag, promotionFlag }: { noticeFlag: number; promotionFlag: number }): Wish =>
  noticeFlag === 0 ? 'none' : promotionFlag === 1 ? 'all' : 'notice'
