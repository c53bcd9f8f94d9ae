// What fields mean that have no description of their own.
export const plainTexts = {
  success: 'Whether the call did what it was asked to do.',
  msg: 'Empty. In a failure it is the message for people.',
  data: 'What was asked for.',
  pageSize: 'How many products a page.',
  color: 'The colour.',
  size: 'The size.',
  stock: 'The quantity.',
  param: 'The sizes of this colour.',
  by: 'Whether an application or an operator made the change.',
  changes: 'The entries whose quantity changed.',
  imgs: 'The addresses of all pictures.',
  attributes: 'Names and values, such as the material.',
  name: 'The name of the attribute.',
  value: 'Its value.',
  storeName: 'The display name of the store that sells the product.',
  title: 'The title of the product.',
  shopName: 'The name of the bound store.',
  userId: 'Who published it: the id of the user on the platform.',
  userNick: 'Who published it: the name of the user on the platform.'
}
