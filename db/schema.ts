/** Every table; a domain adds its own interface from db/tables/<domain>.ts. */
export interface Database {}
