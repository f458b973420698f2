import { App } from 'antd'
import { messages } from '../../../contract/messages.ts'
import { readFailure } from '../failure.ts'

/**
 * Sends a change. When the server answers CONFIRM, its sentence becomes a question, and the change is sent once more, confirmed. Throws the
 * refusal when the question is answered with no.
 */
export function useConfirmed(): <T>(okText: string, send: (confirmed: boolean) => Promise<T>) => Promise<T> {
  const { modal } = App.useApp()
  return async (okText, send) => {
    try {
      return await send(false)
    } catch (error) {
      const { code, message } = readFailure(error)
      if (code !== 'CONFIRM') throw error
      const question = {
        title: message,
        okText,
        cancelText: messages.cancel,
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
      } as const
      if (!(await modal.confirm(question))) throw error
      return send(true)
    }
  }
}
