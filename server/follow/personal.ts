import type { Kernel } from '../kernel/kernel.ts'
import { personalData } from '../kernel/access/personal-data.ts'

/**
 * Registers favourites, subscriptions, settings and evaluations as personal data. Evaluations are kept without the name; the rest is erased
 * with the account.
 */
export function offerReaderPersonalData(k: Kernel): void {
  const end = 'erase'
  personalData(k, {
    table: 'policy_favourite',
    own: {
      title: '收藏的政策',
      by: 'user_id',
      named: { 政策: { by: 'policy_id', table: 'policy', name: 'title' } },
      copy: { 政策编号: 'policy_id', 收藏时间: 'created_at' },
      end,
    },
  })
  personalData(k, {
    table: 'policy_evaluation',
    own: {
      title: '政策评价',
      by: 'user_id',
      named: { 政策: { by: 'policy_id', table: 'policy', name: 'title' } },
      copy: { 政策编号: 'policy_id', 评分: 'score', 评价: 'content', 时间: 'created_at' },
      end: { keep: '评价计入政策的平均分，以编号保存，不再显示姓名' },
    },
  })
  personalData(k, {
    table: 'policy_label_subscription',
    own: {
      title: '订阅的标签',
      by: 'user_id',
      named: { 标签: { by: 'label_id', table: 'policy_label', name: 'name' } },
      copy: { 标签编号: 'label_id' },
      end,
    },
  })
  personalData(k, {
    table: 'policy_subscription',
    own: { title: '保存的搜索', by: 'user_id', copy: { 名称: 'name', 条件: 'wish', 时间: 'created_at' }, end },
  })
  personalData(k, {
    table: 'policy_follow_setting',
    own: { title: '政策提醒设置', by: 'user_id', copy: { 频率: 'frequency', 截止提醒: 'closing_days', 变动提醒: 'changes' }, end },
  })
  personalData(k, { table: 'policy_digest', own: { title: '政策摘要', by: 'user_id', copy: { 上次发送: 'sent_at' }, end } })
  personalData(k, { table: 'policy_calendar', own: { title: '日历订阅', by: 'user_id', copy: { 开通时间: 'created_at' }, end } })
}
