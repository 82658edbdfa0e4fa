/** Name, title and description of a tool. */
export const metadata = (name: string, title: string, description: string) => ({ name, title, description });
