import { embedded, image } from "./content-tools.ts";
import type { Fixture } from "./fixture.ts";
import { promptWithInput } from "./input-requests.ts";

interface FixturePrompt {
  entry: { name: string; description: string; arguments?: object[] };
  answer: Fixture;
}

const user = (...contents: object[]) => ({ messages: contents.map((content) => ({ role: "user", content })) });
const text = (value: string) => ({ type: "text", text: value });
const required = (name: string) => ({ name, description: `Argument ${name}`, required: true });

export const prompts: readonly FixturePrompt[] = [
  {
    entry: { name: "test_simple_prompt", description: "Has text" },
    answer: () => user(text("This is a simple prompt for testing.")),
  },
  {
    entry: {
      name: "test_prompt_with_arguments",
      description: "Has arguments",
      arguments: [required("arg1"), required("arg2")],
    },
    answer: ({ args }) =>
      user(text(`Prompt with arguments: arg1='${String(args["arg1"])}', arg2='${String(args["arg2"])}'`)),
  },
  {
    entry: {
      name: "test_prompt_with_embedded_resource",
      description: "Has a resource",
      arguments: [required("resourceUri")],
    },
    answer: ({ args }) => user(embedded(String(args["resourceUri"])), text("Process the resource above.")),
  },
  {
    entry: { name: "test_prompt_with_image", description: "Has an image" },
    answer: () => user(image, text("Analyze the image above.")),
  },
  { entry: { name: "test_input_required_result_prompt", description: "Asks the user" }, answer: promptWithInput },
];
