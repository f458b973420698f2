import { Radio } from 'antd'
import { wishes, wishKeys, type Wish } from './wishes.ts'

/** Which text messages the number of the reader gets at all, whatever kinds of notices are chosen. */
export function OwnWish({ phone, value, onChange }: { phone: string; value: Wish; onChange(wish: Wish): void }) {
  return (
    <>
      <h3 id="own-wish">这个号码接收的短信</h3>
      <p>{phone}：退订以后，不再收到平台的任何通知和推广短信；验证码和账号安全的提醒照常发送。</p>
      <Radio.Group
        aria-labelledby="own-wish"
        vertical
        value={value}
        options={wishKeys.map((key) => ({ value: key, label: wishes[key].label }))}
        onChange={(event) => onChange(event.target.value as Wish)}
      />
    </>
  )
}
