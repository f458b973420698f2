import { Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { follow, type FollowSetting } from '../../../contract/policy/follow.ts'
import { closingDayChoices, digestFrequencies, digestFrequencyLabels, type ClosingDays } from '../../../contract/policy/follow-codes.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import css from './follow.module.css'

/** How often to be notified of new policies, and of which changes of favourites. */
export function PushSetting({ setting, onChanged }: { setting: FollowSetting; onChanged: () => Promise<void> }) {
  const [edited, setEdited] = useState<FollowSetting | null>(null)
  const [saving, setSaving] = useState(false)
  const now = edited ?? setting
  const change = (part: Partial<FollowSetting>) => setEdited({ ...now, ...part })
  const save = async () => {
    setSaving(true)
    try {
      await call(follow.saveSetting, { body: now })
      toast.success('推送设置已保存', 3)
      await onChanged()
      setEdited(null)
    } catch {
      // The shared client shows the error; the choice stays.
    } finally {
      setSaving(false)
    }
  }
  return (
    <section className={`card ${css.block}`} aria-labelledby="sub-push">
      <h2 id="sub-push">推送与提醒</h2>
      <p className={css.note}>
        消息送到站内
        <Link to="/work/notice" style={{ textDecoration: 'underline' }}>
          消息中心
        </Link>
        ，也可在那里选择同时发短信。摘要按本企业的匹配结果和金额排列。
      </p>
      <div role="group" aria-labelledby="push-frequency" style={{ marginTop: 12 }}>
        <p id="push-frequency" className="field-label">
          符合订阅的新政策
        </p>
        <Radio.Group
          value={now.frequency}
          options={digestFrequencies.map((value) => ({ value, label: digestFrequencyLabels[value] }))}
          onChange={(e) => change({ frequency: e.target.value as FollowSetting['frequency'] })}
        />
      </div>
      <div role="group" aria-labelledby="push-closing" style={{ marginTop: 12 }}>
        <p id="push-closing" className="field-label">
          收藏的政策截止前提醒
        </p>
        <Checkbox.Group
          value={now.closingDays}
          options={closingDayChoices.map((value) => ({ value, label: value === 1 ? '前一天' : `提前 ${value} 天` }))}
          onChange={(values) => change({ closingDays: values as ClosingDays[] })}
        />
      </div>
      <p style={{ marginTop: 12 }}>
        <Checkbox checked={now.changes} onChange={(e) => change({ changes: e.target.checked })}>
          收藏的政策有修改、下架时告诉我
        </Checkbox>
      </p>
      <p className={css.tools} style={{ marginTop: 12 }}>
        <Button type="primary" disabled={edited === null} loading={saving} onClick={() => void save()}>
          保存设置
        </Button>
        {edited !== null && <Button onClick={() => setEdited(null)}>取消修改</Button>}
      </p>
    </section>
  )
}
