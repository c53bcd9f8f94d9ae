import { clients, page } from '../.vitepress/clients.js'

export default { paths: () => clients.map(client => ({ params: { client: client.name }, content: page(client) })) }
