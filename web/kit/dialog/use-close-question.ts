import { App } from 'antd'

/** Closes a dialog or drawer; asks first when typed text would be lost. */
export function useCloseQuestion(close: () => void): (typed: boolean) => void {
  const { modal } = App.useApp()
  return (typed) => {
    if (!typed) return close()
    modal.confirm({
      title: '填写的内容还没有提交，确定关闭吗？',
      okText: '关闭',
      cancelText: '继续填写',
      autoFocusButton: 'cancel',
      onOk: close,
    })
  }
}
