/** Told while the password of a session is one that a system administrator set; not in messages.ts, which every public page loads. */
export const GIVEN_PASSWORD = '您的密码由系统管理员设定，请先修改密码，再办理业务'
