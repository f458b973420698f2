import { Button } from 'antd'

/** Shown instead of 重试 when the address names an expansion table that does not exist. */
export const noTable = (onClose: () => void) => ({
  text: '未找到该拓展表，可能已被删除，或网址有误。',
  back: <Button onClick={onClose}>返回列表</Button>,
})
