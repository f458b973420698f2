/** Query parameter with the policy whose question dialog is opened after a log-in. */
export const consultAfterLogin = 'consult'
